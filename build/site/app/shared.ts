/** What more than one part of the app needs, and the app itself does not: it comes with the app, since a file more costs more time than these bytes. */

import './components/api-call.tsx';
import './components/choice.tsx';
import './components/copy-button.tsx';
import './components/failure-message.tsx';
import './components/fold.tsx';
import './components/name.tsx';
import './components/neighbors.tsx';
import './components/pager.tsx';
import './components/search-fields.tsx';
import './components/view-head.tsx';
import '../../contract/loose.ts';
import './showable.ts';
