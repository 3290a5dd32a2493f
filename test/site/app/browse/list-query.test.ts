import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceOf } from '../../../../build/contract/sources.ts';
import {
  bareSearch,
  changedSearch,
  isInvalid,
  listPlan,
  monthPlan,
  pageSearch,
  showsDocuments,
} from '../../../../build/site/app/browse/list-query.ts';

const [usc, ecfr, fr] = [sourceOf('usc'), sourceOf('ecfr'), sourceOf('fr')];

const planned = (plan: ReturnType<typeof listPlan>) => {
  if (isInvalid(plan)) throw new Error(plan.message);
  return plan;
};

test("a page's query becomes the API's query in canonical form", () => {
  assert.is(planned(listPlan(usc, [], '')).target, '/api/usc/documents');
  assert.is(
    planned(listPlan(usc, [['title_number', '17']], '')).target,
    '/api/usc/documents?title_number=17',
  );
  assert.is(
    planned(listPlan(usc, [['title_number', '17']], '?offset=20')).target,
    '/api/usc/documents?title_number=17&sort=identifier&limit=20&offset=20',
  );
  const { target, chosen, sort, query } = planned(
    listPlan(fr, [], '?sort=document_number&agency=A+B&document_type=rule&limit=50'),
  );
  assert.is(target, '/api/fr/documents?document_type=rule&agency=A%20B&sort=document_number&limit=50');
  assert.equal(
    [chosen, sort, query.limit],
    [{ agency: 'A B', document_type: 'rule' }, 'document_number', 50],
  );
});

test('parameters of the place win, and unknown or empty ones are left out', () => {
  const plan = planned(
    listPlan(
      ecfr,
      [['title_number', '1']],
      '?title_number=2&status=&view=documents&utm=x&cursor=x&part_number=3',
    ),
  );
  assert.is(plan.target, '/api/ecfr/documents?title_number=1&part_number=3');
  assert.equal(plan.chosen, { part_number: '3' });
});

test('wrong values give the messages of the API', () => {
  for (const search of [
    '?limit=0',
    '?sort=color',
    '?title_number=x',
    '?status=a&status=b',
    '?status=%E0%A4%A',
  ]) {
    const plan = listPlan(usc, [], search);
    assert.ok(isInvalid(plan), search);
    assert.equal(isInvalid(plan) && [plan.status, plan.code], [400, 'INVALID_PARAMETER']);
  }
  const { message } = listPlan(usc, [], '?limit=0') as { message: string };
  assert.match(message, /limit.*"0".*1 to 100/);
});

test('the list of a month has pages', () => {
  const target = (search: string) => {
    const plan = monthPlan(fr, 2018, 5, search);
    return isInvalid(plan) ? plan.code : plan.target;
  };
  assert.is(target(''), '/api/fr/years/2018/05');
  assert.is(target('?offset=100&x=1'), '/api/fr/years/2018/05?limit=100&offset=100');
  assert.is(target('?offset=-1'), 'INVALID_PARAMETER');
});

test('a new filter goes to the first page, and a new page keeps the filters', () => {
  assert.is(
    changedSearch('?status=repealed&offset=40', { agency: 'A & B' }),
    '?status=repealed&agency=A+%26+B',
  );
  assert.is(changedSearch('?status=repealed&offset=40', { status: null }), '');
  assert.is(changedSearch('?status=repealed', { status: '' }), '');
  assert.is(pageSearch('?status=repealed&offset=40', 60), '?status=repealed&offset=60');
  assert.is(pageSearch('?status=repealed&offset=40', 0), '?status=repealed');
});

test('removing the filters keeps the kind of list', () => {
  assert.ok(showsDocuments('?view=documents&status=x'));
  assert.not.ok(showsDocuments('?view=other'));
  assert.is(bareSearch('?status=x&view=documents&offset=20'), '?view=documents');
  assert.is(bareSearch('?status=x'), '');
});

test.run();
