/**
 * Modules that several parts of the app need and the app itself does not. They are bundled with the app, since another file
 * takes longer than these bytes.
 */

import './changes-tab.ts';
import './components/api-call.tsx';
import './components/choice.tsx';
import './components/copy-button.tsx';
import './components/failure-message.tsx';
import './components/fold.tsx';
import './components/name.tsx';
import './components/neighbors.tsx';
import './components/pager.tsx';
import './components/search-fields.tsx';
import './components/tabs.tsx';
import './components/view-head.tsx';
import '../../contract/document-levels.ts';
import '../../contract/search-filter-names.ts';
import './field-value.ts';
import './neighbors.ts';
import './use-later.ts';
