import { type HTMLAttributes, useEffect, useRef, useState } from 'react';

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** Label for screen readers. */
  label: string;
}

/** A scrollable box. While its content overflows, the arrow keys scroll it too. */
export function ScrollBox({ label, children, ...rest }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [isScrolling, setIsScrolling] = useState(false);
  // After every render: the content may have changed.
  useEffect(() => {
    const box = root.current;
    if (!box) return;
    // Rounding may cause a difference of one pixel.
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
