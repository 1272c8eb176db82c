import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type HTMLAttributes, type RefObject, useEffect, useRef, useState } from 'react';
import looks from '@/lib/theme/looks.module.css';
import { useLanguage, useTranslation } from '@/lib/wording';
import classes from './list.module.css';

const PAUSE = 250;
/** Longer placeholders would be cut off; they are still read out. */
const LONG = { en: 30, ta: 24 };

interface Props {
  value: string;
  onChange(value: string): void;
  label: string;
  inputRef: RefObject<HTMLInputElement | null>;
}

/** Keeps typing local until it pauses, so that no keystroke waits for the list. */
export function SearchBox({ value, onChange, label, inputRef }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState(value);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const say = (text: string, pause = PAUSE) => {
    setTyped(text);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(() => onChange(text.trim()), pause);
  };

  return (
    <TextInput
      ref={inputRef}
      type="search"
      className={classes.search}
      aria-label={label}
      placeholder={label.length > LONG[language] ? t('ui.common.search') : label}
      value={typed}
      onChange={(event) => say(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) say('', 0);
        if (event.key === 'Enter') say(typed, 0);
      }}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton size="sm" aria-label={t('ui.common.clear')} onClick={() => say('', 0)} />
        ) : (
          <Kbd size="xs" className={looks.phoneHidden} c="dimmed" aria-hidden>
            /
          </Kbd>
        )
      }
    />
  );
}

interface ScrollBoxProps extends HTMLAttributes<HTMLDivElement> {
  /** Label for screen readers. */
  label: string;
}

/** A scrollable box. While its content overflows, the arrow keys scroll it too. */
export function ScrollBox({ label, children, ...rest }: ScrollBoxProps) {
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
