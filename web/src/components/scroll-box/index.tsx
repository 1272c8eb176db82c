import { type HTMLAttributes, useEffect, useRef, useState } from 'react';

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** What is in it, for those who hear the page. */
  label: string;
}

/** A box whose content may be larger than itself. While it is, the arrow keys can move it too. */
export function ScrollBox({ label, children, ...rest }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [isScrolling, setIsScrolling] = useState(false);
  // After every drawing: what is in the box may be another thing by now.
  useEffect(() => {
    const box = root.current;
    if (!box) return;
    // A pixel may come of rounding.
    const measure = () =>
      setIsScrolling(Math.max(box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight) > 1);
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [box, ...box.children]) observer.observe(each);
    return () => observer.disconnect();
  });
  const reach = isScrolling ? { tabIndex: 0, role: 'region', 'aria-label': label } : {};
  return (
    <div {...rest} {...reach} ref={root}>
      {children}
    </div>
  );
}
