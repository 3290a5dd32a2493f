import { addStyles } from '../../add-styles.ts';
import styles from './past.css';

/** What is loaded for readers who ask for former texts. */

export { Absent } from './absent.tsx';
export { Events } from './events.tsx';
export { PastView } from './past-view.tsx';
export { Timeline } from './timeline.tsx';

addStyles(styles);
