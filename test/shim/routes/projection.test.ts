import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { project } from '../../../build/contract/day-documents.ts';
import type { Document } from '../../../build/contract/envelope.ts';

const document: Document = {
  id: 'us-usc-t1-s1',
  identifier: '/us/usc/t1/s1',
  source: 'usc',
  metadata: { identifier: '/us/usc/t1/s1', source: 'usc', display_title: 'T', title_number: 1, status: null },
  body: 'B',
};

test('fields select as specified', () => {
  const minimal = { identifier: '/us/usc/t1/s1', source: 'usc' };
  const { body, ...withoutBody } = document;
  assert.equal(project(document, ['metadata']), withoutBody);
  assert.not('body' in project(document, ['metadata']));
  assert.equal(project(document, ['body']), { ...document, metadata: minimal });
  assert.equal(project(document, ['body', 'metadata']), document);
  assert.equal(project(document, ['title_number']), {
    ...withoutBody,
    metadata: { ...minimal, title_number: 1 },
  });
  assert.equal(project(document, ['body', 'status']), {
    ...withoutBody,
    metadata: { ...minimal, status: null },
    body,
  });
  assert.equal(project(document, ['no_such_field', '__proto__']), { ...withoutBody, metadata: minimal });
});

test('a projection leaves the document as it was', () => {
  const before = structuredClone(document);
  project(document, ['title_number']);
  assert.equal(document, before);
});

test.run();
