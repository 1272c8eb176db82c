import { type RefObject, useEffect, useState } from 'react';

/** Becomes true once the element comes near the window, and stays so. */
export function useNearWindow(place: RefObject<HTMLElement | null>) {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    if (typeof IntersectionObserver === 'undefined') return setIsNear(true);
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: '200px 0px',
    });
    near.observe(node);
    return () => near.disconnect();
  }, [place]);
  return isNear;
}
