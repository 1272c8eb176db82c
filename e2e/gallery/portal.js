import { card, openCard, stage } from '../lib/customer.js';

/** The customer's pages. The login and its code are photographed during login. */

const at = (name, txnRef, more = {}) => ({
  name,
  user: 'customer',
  needsPeople: true,
  path: ({ requests }) => (txnRef ? `/provider/requests/${requests[txnRef]}` : '/provider/requests'),
  ...more,
});

export const portalTours = () => [
  at('portal-requests', undefined, { walk: showList }),
  at('portal-request', 'asked', { walk: showUpload }),
  at('portal-review', 'review', { walk: showReview }),
  ...['approved', 'declined', 'expired'].map((end) => at(`portal-${end}`, end)),
  at('portal-person', 'asked', { act: namePerson }),
  { ...at('portal-profile'), path: '/provider/profile', walk: showProfile },
  { ...at('portal-gone'), path: '/provider/requests/N0000000000000' },
];

const toEnd = ({ page }) => page.evaluate(() => scrollTo(0, document.body.scrollHeight));

async function showList(visit, take) {
  await visit.page.locator('main li a').first().waitFor();
  await take('portal-requests');
  await toEnd(visit);
  await take('portal-requests-end');
}

const fakePicture = Buffer.from('<html><script>alert(1)</script></html>');

async function showUpload(visit, take, { titles: [first] }) {
  const { page, t } = visit;
  await page.locator('[data-document]').first().waitFor();
  await take('portal-request');
  await toEnd(visit);
  await take('portal-request-end');
  await page.getByRole('button', { name: t('ui.upload.submit'), exact: true }).click();
  await page.getByText(t('message.UploadAnyDocumentORemarks')).waitFor();
  await take('portal-nothing');
  await openCard(visit, first);
  const refused = { name: 'fake.png', mimeType: 'image/png', buffer: fakePicture };
  await card(visit, first).locator('input[type=file]').first().setInputFiles(refused);
  await card(visit, first).getByText(t('message.unsupportedFormat')).waitFor();
  await card(visit, first).scrollIntoViewIfNeeded();
  await take('portal-refused');
  await page.getByRole('button', { name: t('ui.upload.dismiss', { name: 'fake.png' }) }).click();
  await stage(visit, first, 'photo-of-my-card.png');
  await take('portal-ready');
}

async function showReview(visit, take, { titles: [first] }) {
  const { page, t } = visit;
  await page.locator('[data-document]').first().waitFor();
  await take('portal-review');
  await openCard(visit, first);
  await card(visit, first).getByText(t('reject.UNREADABLE'), { exact: true }).scrollIntoViewIfNeeded();
  await take('portal-rejected');
  await toEnd(visit);
  await take('portal-review-end');
}

async function namePerson(visit) {
  const { page, t } = visit;
  await page.getByRole('button', { name: t('ui.provider.addPerson'), exact: true }).click();
  await page.locator('input[name=firstName]').waitFor();
  await page.getByRole('button', { name: t('ui.provider.addPersonSend'), exact: true }).click();
}

async function showProfile(visit, take) {
  const { page } = visit;
  await page.locator('input[name=lastName]').waitFor();
  await take('portal-profile');
  await toEnd(visit);
  await take('portal-profile-end');
}
