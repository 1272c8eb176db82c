import { type RefObject, useEffect, useState } from 'react';

/** Reports once when an element comes near the visible part of a box, and each time it is in its middle. */
export function useNear(
  place: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  page: number,
  onMiddle: (page: number) => void,
) {
  const [isNear, setIsNear] = useState(page === 1);
  useEffect(() => {
    const node = place.current;
    if (!node) return;
    if (typeof IntersectionObserver === 'undefined') return setIsNear(true);
    const root = box.current;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      root,
      rootMargin: '800px 0px',
    });
    const middle = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMiddle(page), {
      root,
      rootMargin: '-49% 0px -49% 0px',
    });
    near.observe(node);
    middle.observe(node);
    return () => {
      near.disconnect();
      middle.disconnect();
    };
  }, [place, box, page, onMiddle]);
  return isNear;
}
