import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Opens folded notes while the page is printed: paper cannot be opened. */
export function useOpenNotesInPrint(text: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = Array.from(
        text.current?.querySelectorAll<HTMLDetailsElement>('details.notes:not([open])') ?? [],
      );
      for (const details of opened) details.open = true;
    };
    const close = () => {
      for (const details of opened) details.open = false;
      opened = [];
    };
    window.addEventListener('beforeprint', open);
    window.addEventListener('afterprint', close);
    return () => {
      window.removeEventListener('beforeprint', open);
      window.removeEventListener('afterprint', close);
    };
  }, []);
}
