import { Fragment } from 'react';

/** A long mail address wraps at its @, not at an arbitrary letter. */
export const breakable = (text: string) =>
  text.split('@').map((part, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <>
          <wbr />@
        </>
      )}
      {part}
    </Fragment>
  ));
