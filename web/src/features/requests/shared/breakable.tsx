import { Fragment } from 'react';

/** A mail address that does not fit goes on in the next line at its @, not at its last letter. */
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
