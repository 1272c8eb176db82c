import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { callsTo, draw, open, setStage, stage } from '@/test/portal-stage';
import { bodyOf } from '@/test/routes';
import PhoneDialog from './request-page/phone-dialog';

setStage();

const onClose = vi.fn();
const show = () => draw(<PhoneDialog txnRefNo="N2611150000427" onClose={onClose} />);
const picture = () => screen.findByRole('img', { name: 'QR code that opens this request on your phone' });

test('the code is shown until its time is over, and then another one', async () => {
  let made = 0;
  stage.handoff = () => {
    made += 1;
    return { data: { record: { qr: `data:image/svg+xml;base64,${made}`, expiresIn: made === 1 ? 1 : 300 } } };
  };
  show();
  expect((await picture()).getAttribute('src')).toMatch(/,1$/);
  expect(callsTo('handoff', 'S').map(bodyOf)[0]).toMatchObject({ txnRefNo: 'N2611150000427' });
  expect(await screen.findByText('The time of this code is over.', {}, { timeout: 3000 })).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show a new code' }));
  expect((await picture()).getAttribute('src')).toMatch(/,2$/);
  expect(screen.getByText(/for another (5:00|4:59)/)).toBeTruthy();
});

test('a refusal can be tried again', async () => {
  stage.handoff = () => ({ status: 429, error: 'Too many attempts. Please try again later.' });
  show();
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy();
  stage.handoff = () => ({ data: { record: { qr: 'data:,1', expiresIn: 300 } } });
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await picture();
});

test('a phone is not asked to go on on a phone', async () => {
  await open();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Continue on your phone' })).toBeNull());
});
