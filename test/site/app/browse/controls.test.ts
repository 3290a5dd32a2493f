import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SOURCES, sourceOf } from '../../../../build/contract/sources.ts';
import { controlsOf, labelOfParam, sortOptions } from '../../../../build/site/app/browse/controls.ts';

const byParam = (controls: ReturnType<typeof controlsOf>) =>
  Object.fromEntries(controls.map(control => [control.param, control]));

test('every filter that the page does not set has a control, in the order of the table', () => {
  for (const source of SOURCES) {
    const params = source.filters.map(({ param }) => param);
    assert.equal(
      controlsOf(source, [], {}).map(({ param }) => param),
      params,
    );
    assert.equal(
      controlsOf(source, params.slice(0, 1), {}).map(({ param }) => param),
      params.slice(1),
    );
    assert.is(new Set(params.map(labelOfParam)).size, params.length);
  }
});

test("a control's kind follows from its values", () => {
  const { document_type, agency, date_from, cfr_title } = byParam(controlsOf(sourceOf('fr'), [], {}));
  assert.equal(
    [document_type, agency, date_from, cfr_title].map(control => control?.kind),
    ['choice', 'text', 'date', 'number'],
  );
  assert.equal(document_type?.options[1], { value: 'proposed_rule', label: 'Proposed rule' });
});

test('an unknown value of the address is offered, too', () => {
  const { status, positive_law } = byParam(
    controlsOf(sourceOf('usc'), [], { status: 'lost', positive_law: '1' }),
  );
  assert.equal(status?.options.at(-1), { value: 'lost', label: 'Lost' });
  assert.equal(positive_law?.options, [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
    { value: '1', label: 'Yes' },
  ]);
});

test('both directions of an order have names; those of dates say which end is first', () => {
  for (const { sorts } of SOURCES) {
    const options = sorts.flatMap(sortOptions);
    assert.equal(
      options.map(({ value }) => value),
      sorts.flatMap(field => [field, `-${field}`]),
    );
    assert.is(new Set(options.map(({ label }) => label)).size, options.length);
  }
  assert.equal(sortOptions('publication_date')[1], { value: '-publication_date', label: 'Newest first' });
});

test.run();
