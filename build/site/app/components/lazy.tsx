import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LoadAgain } from './load-again.tsx';
import { Loading } from './loading.tsx';

/** A component whose code is loaded when it is first shown. @param isOptional nothing is said while it is loading, or missing */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  isOptional = false,
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  return function Lazy(props: P) {
    const [Component, setComponent] = useState<ComponentType<P> | null>(() => loaded);
    const [isMissing, setMissing] = useState(false);
    // Now, not after the first paint.
    loading ??= load();
    useEffect(() => {
      loading?.then(
        component => {
          loaded = component;
          setComponent(() => component);
        },
        () => {
          loading = null;
          setMissing(true);
        },
      );
    }, []);
    if (Component) return <Component {...props} />;
    if (isOptional) return null;
    return isMissing ? <Gone /> : <Loading />;
  };
}

/** After a new build the former page's files may be gone. */
const Gone = () => (
  <LoadAgain heading="This part of the site could not be loaded">
    The connection broke, or the site has been renewed since the page was opened.
  </LoadAgain>
);
