import { contentOf, type DocumentValues, type PartyValues, partyName, type WizardValues } from './values';

/** Numbers of removed documents may be reused for others. */
const nameOf = ({ documentNo, documentCode }: DocumentValues) => `${documentNo} ${documentCode}`;

/** What was added to a request since it was opened. */
function newsOf(base: WizardValues, theirs: WizardValues) {
  const parties = new Set(base.parties.map(({ partySeqNo }) => partySeqNo));
  const documents = new Set(base.parties.flatMap((party) => party.documents.map(nameOf)));
  const isNew = ({ partySeqNo }: PartyValues) => !parties.has(partySeqNo);
  const documentsOf = (party: PartyValues | undefined) =>
    (party?.documents ?? []).filter((document) => !documents.has(nameOf(document)));
  const namedBy = ({ key }: PartyValues) => theirs.parties.some((each) => each.authorisedBy === key && isNew(each));
  return { isNew, documentsOf, namedBy };
}

/** My list: removed entries count as new again, and an entry both sides added keeps the stored one. */
function mergedDocuments(mine: DocumentValues[], theirs: DocumentValues[], news: DocumentValues[]) {
  const there = new Set(theirs.map(nameOf));
  const left = [...news];
  const kept = mine.map((document) => {
    if (there.has(nameOf(document))) return document;
    const at = left.findIndex(({ documentCode }) => documentCode === document.documentCode);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    return { ...document, documentNo: same?.documentNo ?? null };
  });
  return { documents: [...kept, ...left], added: left.map(({ documentTitle }) => documentTitle) };
}

/**
 * Applies what was typed on `base` to the newest request: every value is mine, but no party or document added
 * since is lost. `added` names them; `isOver` is true when other changes are overwritten.
 */
export function withNewer(base: WizardValues, mine: WizardValues, theirs: WizardValues) {
  const { values, added } = laidUpon(base, mine, theirs);
  const isOver = contentOf(laidUpon(base, base, theirs).values) !== contentOf(theirs);
  return { values, added, isOver };
}

function laidUpon(base: WizardValues, mine: WizardValues, theirs: WizardValues) {
  const news = newsOf(base, theirs);
  const added: string[] = [];
  const keys = new Map<string, string>();
  const kept = mine.parties.map((party) => {
    const other = theirs.parties.find(({ partySeqNo }) => partySeqNo !== null && partySeqNo === party.partySeqNo);
    if (other) keys.set(other.key, party.key);
    const merged = mergedDocuments(party.documents, other?.documents ?? [], news.documentsOf(other));
    added.push(...merged.added);
    const authorizeOtherPty = party.authorizeOtherPty || (other !== undefined && news.namedBy(other));
    const partySeqNo = other?.partySeqNo ?? null;
    return { ...party, partySeqNo, authorizeOtherPty, documents: merged.documents };
  });
  const isBack = (party: PartyValues) => news.isNew(party) || news.namedBy(party) || news.documentsOf(party).length > 0;
  const come = theirs.parties
    .filter((party) => !keys.has(party.key) && isBack(party))
    .map((party) => ({
      ...party,
      authorisedBy: party.authorisedBy && (keys.get(party.authorisedBy) ?? party.authorisedBy),
      documents: news.documentsOf(party),
    }));
  added.push(...come.map(partyName));
  return { values: { ...mine, parties: [...kept, ...come] }, added };
}
