import { logInCustomer } from '../lib/customer.js';
import { loginOf } from '../lib/product.js';
import { ends, handIn, sendRequest, setTimeZone, transaction, waitForStatus } from '../lib/request-calls.js';
import { kindIn, kinds, nameOf, newPerson } from '../lib/request-kinds.js';

/** The data of the screenshots: a customer with several requests, each in another state. */

const words = {
  en: {
    message: 'Please send clear copies. We are happy to help at the branch as well.',
    remark: 'The original is with the society; this is the certified copy.',
    answer: 'Thank you, the certified copy will do.',
    rejected: 'The second line is cut off at the edge.',
    claim: 'I have a PAN, so this form is not needed.',
    declined: 'The plot has two owners, and only one of them signed.',
    subject: 'Originals for comparison',
    place: 'Mylapore branch, counter 3',
  },
  ta: {
    message: 'தெளிவான நகல்களை அனுப்புங்கள். கிளையிலும் உதவக் காத்திருக்கிறோம்.',
    remark: 'மூலப் பத்திரம் சங்கத்தில் உள்ளது; இது சான்றளிக்கப்பட்ட நகல்.',
    answer: 'நன்றி, சான்றளிக்கப்பட்ட நகலே போதும்.',
    rejected: 'இரண்டாவது வரி விளிம்பில் வெட்டுப்பட்டுள்ளது.',
    claim: 'என்னிடம் பான் அட்டை உள்ளது; இந்தப் படிவம் தேவையில்லை.',
    declined: 'மனைக்கு இரண்டு உரிமையாளர்கள்; ஒருவர் மட்டுமே கையெழுத்திட்டுள்ளார்.',
    subject: 'மூலப் பத்திரங்களைச் சரிபார்த்தல்',
    place: 'மயிலாப்பூர் கிளை, 3ஆம் முகப்பு',
  },
};

async function review(product, entity, user, txnRefNo, documentNo, more) {
  const login = await loginOf(product, entity, user);
  const body = { txnRefNo, documentNo, versionNo: 1, ...more };
  return transaction(product, login, { resource: 'document/review', operation: 'U', body });
}

async function act(product, login, body) {
  return (await transaction(product, login, { resource: 'docrequest/action', operation: 'U', body })).record;
}

/** Some documents accepted, one rejected, one claimed unnecessary; with remarks and a meeting. */
async function inReview(product, { entity, language }, person, customer, banker) {
  const say = words[language];
  const message = { requestRemarks: say.message };
  const asked = await sendRequest(product, entity, person, {}, message);
  const [first, second] = asked.parties[0].documents.map(({ documentNo }) => documentNo);
  const { txnRefNo } = asked;
  await handIn(product, customer, asked, say.remark);
  await review(product, entity, 'CHECKER1', txnRefNo, first, {
    decision: 'reject',
    reasonCode: 'UNREADABLE',
    remark: say.rejected,
  });
  if (asked.parties[0].documents.length > 2)
    await review(product, entity, 'CHECKER1', txnRefNo, second, { decision: 'accept' });
  const { documentCode } = kinds[entity].optional;
  const wider = await act(product, banker, {
    action: 'adddocument',
    txnRefNo,
    partySeqNo: 1,
    documentCode,
    mandatory: false,
  });
  const extra = wider.parties[0].documents.find((document) => document.documentCode === documentCode);
  await act(product, customer, { action: 'claim', txnRefNo, documentNo: extra.documentNo, reason: say.claim });
  const answer = { txnRefNo, documentNo: second, text: say.answer };
  await transaction(product, banker, { resource: 'document/remark', operation: 'S', body: answer });
  const meeting = {
    txnRefNo,
    subject: say.subject,
    place: say.place,
    startsAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
    durationMinutes: 30,
    parties: [1],
  };
  await transaction(product, banker, { resource: 'meeting', operation: 'S', body: meeting });
  return txnRefNo;
}

async function approved(product, entity, person, customer, banker) {
  const asked = await sendRequest(product, entity, person);
  const { txnRefNo } = asked;
  await handIn(product, customer, asked);
  for (const user of ['CHECKER1', 'CHECKER2'])
    for (const { documentNo } of asked.parties[0].documents)
      await review(product, entity, user, txnRefNo, documentNo, { decision: 'accept' });
  await act(product, banker, { action: 'approve', txnRefNo });
  return txnRefNo;
}

async function expired(product, entity, person) {
  const { last, first } = ends();
  await setTimeZone(product, entity, last);
  try {
    const { txnRefNo } = await sendRequest(product, entity, person, { expiryDays: 0, documentDueDate: undefined });
    await setTimeZone(product, entity, first);
    await waitForStatus(product, entity, txnRefNo, 'Expired');
    return txnRefNo;
  } finally {
    await setTimeZone(product, entity, 'Asia/Kolkata');
  }
}

const sessionOf = ({ page }) =>
  page.evaluate(() => ({ token: sessionStorage.getItem('token'), auth: JSON.parse(sessionStorage.getItem('auth')) }));

/** Everything for one variant. The customer logs in through the UI, which is photographed on the way. */
export async function prepare(product, walk, look) {
  const { entity, language } = walk;
  const person = newPerson(language);
  const banker = await loginOf(product, entity, 'BANKER1');
  const asked = await sendRequest(product, entity, person);
  const portal = await logInCustomer(product, { ...walk, person }, look);
  const customer = await sessionOf(portal);
  const unsent = await sendRequest(product, entity, person, { send: false });
  const declined = await sendRequest(product, entity, person);
  await act(product, banker, { action: 'decline', txnRefNo: declined.txnRefNo, reason: words[language].declined });
  const requests = {
    asked: asked.txnRefNo,
    unsent: unsent.txnRefNo,
    declined: declined.txnRefNo,
    review: await inReview(product, walk, person, customer, banker),
    approved: await approved(product, entity, person, customer, banker),
    expired: await expired(product, entity, person),
  };
  await portal.context.close();
  const titles = kindIn(language, entity).required.map(({ title }) => title);
  return { person, name: nameOf(person), customer, banker, requests, titles };
}
