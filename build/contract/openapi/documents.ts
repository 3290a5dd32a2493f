import { FIELD_OF_MONTH_ITEM } from '../months.ts';
