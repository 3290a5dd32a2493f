#!/usr/bin/env python3
"""A client of Pandect that needs only the standard library. Copy and change it.

It reads lists page by page, keeps answers and only asks whether they have changed, and waits as long as the server says.

    python3 pandect.py https://law.example.org documents usc title_number=17
    python3 pandect.py https://law.example.org document usc t17/s106 format=text
    python3 pandect.py https://law.example.org search 'q="spirit of wine"'
"""

import json
import sys
import time
from collections import OrderedDict
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

LARGEST_KEPT = 1_000_000


class ApiFailure(Exception):
    """The server has answered with an error."""

    def __init__(self, status, code, message):
        super().__init__(message)
        self.status = status
        self.code = code


class Pandect:
    """
    base: address of the server, such as https://law.example.org
    key: a key that lifts the limit of requests
    patience: most seconds that a request waits in all; if the server asks for more, ApiFailure is raised
    kept: number of answers that are kept; those of more than 1 MB are not kept
    timeout: seconds in which the server must begin an answer, and go on with it
    """

    def __init__(self, base, key=None, patience=120, kept=200, timeout=60):
        self.base = base.rstrip("/")
        self.key = key
        self.patience = patience
        self.kept = kept
        self.timeout = timeout
        self._answers = OrderedDict()

    def get(self, path, **query):
        """The JSON of an address below the server, such as /api/stats."""
        return json.loads(self.read(path, **query))

    def document(self, source, identifier, format="json", fields=None):
        """A document by its identifier or shorthand: a dict, or for `markdown` and `text` a string."""
        path = f"/api/{source}/documents/{quote(identifier, safe='')}"
        answer = self.read(path, format=format, fields=fields)
        return json.loads(answer)["data"] if format == "json" else answer.decode()

    def documents(self, source, **query):
        """The documents of a list, page after page. With cursor="" changes in the meantime neither skip nor repeat documents."""
        for page in self.pages(source, **query):
            yield from page["data"]

    def pages(self, source, **query):
        page = self.get(f"/api/{source}/documents", **query)
        yield page
        while page["pagination"]["next"] is not None:
            page = self.get(page["pagination"]["next"])
            yield page

    def search(self, q, **query):
        return self.get("/api/search", q=q, **query)

    def read(self, path, **query):
        """The bytes of an answer. Raises ApiFailure."""
        texts = {name: _text(value) for name, value in query.items() if value is not None}
        url = self.base + path + ("?" + urlencode(texts) if texts else "")
        left = self.patience
        while True:
            try:
                return self._ask(url)
            except HTTPError as error:
                seconds = int(error.headers.get("Retry-After") or 0)
                if error.code not in (429, 503) or not 0 < seconds <= left:
                    raise _failure(error) from None
                left -= seconds
                time.sleep(seconds)

    def _ask(self, url):
        """Asks whether a kept answer has changed, and returns it again if not (304)."""
        request = Request(url)
        if self.key is not None:
            request.add_header("Authorization", f"Bearer {self.key}")
        etag, body = self._answers.get(url, (None, None))
        if etag is not None:
            request.add_header("If-None-Match", etag)
        try:
            with urlopen(request, timeout=self.timeout) as answer:
                etag, body = answer.headers["ETag"], answer.read()
        except HTTPError as error:
            if error.code != 304:
                raise
        self._answers.pop(url, None)
        if etag is not None and len(body) <= LARGEST_KEPT:
            self._answers[url] = (etag, body)
            while len(self._answers) > self.kept:
                self._answers.popitem(last=False)
        return body


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def _failure(error):
    try:
        told = json.loads(error.read())["error"]
        return ApiFailure(error.code, told["code"], told["message"])
    except (ValueError, KeyError, TypeError):
        return ApiFailure(error.code, "REQUEST_ERROR", f"The server answered {error.code}.")


def main(base, command, *words):
    law = Pandect(base)
    names = [word for word in words if "=" not in word]
    query = dict(word.split("=", 1) for word in words if "=" in word)
    if command == "documents":
        for document in law.documents(*names, **query):
            print(document["identifier"], document["metadata"]["display_title"], sep="\t")
    elif command == "document":
        answer = law.document(*names, **query)
        print(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False, indent=2))
    elif command == "search":
        for hit in law.search(**query)["data"]["hits"]:
            print(hit["identifier"], hit["heading"], sep="\t")
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    try:
        main(*sys.argv[1:])
    except ApiFailure as failure:
        raise SystemExit(f"{failure.status} {failure.code}: {failure}") from None
