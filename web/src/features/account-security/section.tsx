import { Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { LoadFailed } from '@/components/empty-state';
import classes from './account-security.module.css';

interface Props {
  title: string;
  about: string;
  action?: ReactNode;
  isPending: boolean;
  error: unknown;
  onRetry(): void;
  children: ReactNode;
}

/** A card of the account page, with placeholders while its content loads. */
export function Section({ title, about, action, isPending, error, onRetry, children }: Props) {
  const id = useId();
  return (
    <section className="py-20 px-24 phone-p-16 mt-16 card" aria-labelledby={id}>
      <div className={`${classes.head} flex wrap between align-start mb-12`}>
        <div className={`${classes.words} narrow`}>
          <h2 id={id} className="title">
            {title}
          </h2>
          <p className="m-0 mt-2 text-13 muted">{about}</p>
        </div>
        {action}
      </div>
      {isPending && <Skeleton height={56} radius="md" />}
      {!isPending && error ? <LoadFailed error={error} onRetry={onRetry} /> : null}
      {!isPending && !error && children}
    </section>
  );
}
