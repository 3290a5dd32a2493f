import { useEffect, useState } from 'preact/hooks';

export function CopyButton({ text, children }: { text: string; children: string }) {
  const [state, setState] = useState<'' | 'Copied' | 'Not copied'>('');
  useEffect(() => {
    if (state === '') return;
    const timer = setTimeout(() => setState(''), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copied(text)) ? 'Copied' : 'Not copied');
  return (
    <button type="button" class="button-small" onClick={copy}>
      <span aria-live="polite">{state === '' ? children : state}</span>
    </button>
  );
}

/**
 * Falls back to a command of the page: browsers offer the clipboard only to pages from HTTPS or this machine.
 * @returns whether it was copied
 */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'visually-hidden';
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return isCopied;
  }
}
