import { call } from './api.js';

/** Generates records for any resource from its definition and the stored records, so that new resources need nothing here. */

const spare = 'JOURNEY';
const typed = {
  email: (at) => `journey${at}@example.com`,
  mobile: (at) => `+9198400700${10 + at}`,
  url: () => 'https://example.com/hook',
  secret: () => 'A long enough secret of 2026',
  password: () => 'Yaazh#Payanam7',
  date: () => '2035-12-31',
  ip: () => '192.0.2.7',
  int: () => '7',
  code: (at, { max }) => (max === 1 ? 'ZYX'[at] : `${spare}${at}`.slice(-max)),
  text: (at, { max }) => `Journey ${at}`.slice(0, max),
};

/** What a definition cannot tell: optional fields that are needed anyway, and texts with a special format. */
const known = {
  customerusermaster: (at) => ({ userId: typed.email(at), mailId: typed.email(at) }),
  compliancemaintenance: () => ({ complianceDays: '30', complianceReminderDays: '7' }),
  smstemplate: (_at, { templateType }) => ({
    subject: templateType === 'Email' ? 'A journey' : undefined,
    messageFormat: 'Have a good journey.',
  }),
  adminentitydocumentverficationrule: (at) => ({
    sequenceNo: String(90 + at),
    keywords: 'journey',
    keywordType: 'ANY',
  }),
  debugconfiguration: (at) => ({ filePrefix: `journey-${at}` }),
  documentdefinition: () => ({ documentTypes: 'pdf,png' }),
  integrationmaster: () => ({ eventTypes: 'RequestCreated' }),
};

/** Texts with a special format. */
export const hasForm = (resource, name) => name in (known[resource]?.(0, {}) ?? {});

const isChosen = ({ reference, type }) => Boolean(reference) || type === 'enum';

/** All options of a field, given the fields before it. */
function choicesOf(field, options, record) {
  if (!field.reference) return field.options;
  const pairs = field.reference.pairs;
  const [, key] = pairs.find(([own]) => own === field.name);
  const fits = (option) => pairs.every(([own, other]) => own === field.name || record[own] === option[other]);
  return options[field.reference.resource].filter(fits).map((option) => option[key]);
}

/** All possible keys, field by field; the tenant before its branch. */
function* keysOf(fields, options, at, record = {}) {
  const [field, ...rest] = fields;
  if (!field) return yield record;
  const values = isChosen(field) ? choicesOf(field, options, record) : [typed[field.type](at, field)];
  for (const value of values) yield* keysOf(rest, options, at, { ...record, [field.name]: value });
}

const parents = (field) => field.reference?.pairs.length ?? 0;

/** `count` records that are not stored yet. Where all keys are taken, stored records are deleted first. */
export async function madeUp(origin, login, definition, count) {
  const { resource, area, key, fields } = definition;
  const [screenId] = definition.screens;
  const place = { area, resource, screenId };
  const { content: stored } = await call(origin, login, place);
  const options = {};
  for (const { reference } of fields) {
    if (!reference || options[reference.resource]) continue;
    const its = reference.area ?? areaOf(reference.resource);
    const asked = { area: its, resource: `${reference.resource}/options`, screenId };
    options[reference.resource] = (await call(origin, login, asked)).content;
  }
  const nameOf = (record) => key.map((name) => record[name] ?? '').join('*');
  const taken = new Set(stored.map(nameOf));
  const keyFields = fields.filter(({ name, required }) => key.includes(name) && required);
  keyFields.sort((one, other) => parents(one) - parents(other));

  const records = [];
  for (let at = 0; at < count; at++) {
    // With four-eyes on, nobody gives themselves a role.
    const isFree = (each) => !taken.has(nameOf(each)) && each.userId !== login.auth.userId;
    let free = find(keysOf(keyFields, options, at), isFree);
    if (!free) {
      const last = stored.pop();
      await call(origin, login, {
        ...place,
        operation: 'D',
        body: Object.fromEntries(key.map((name) => [name, last[name]])),
      });
      free = Object.fromEntries(keyFields.map(({ name }) => [name, last[name]]));
    }
    taken.add(nameOf(free));
    records.push({ ...free, ...othersOf(definition, options, free, at), ...known[resource]?.(at, free) });
  }
  return records;
}

const areaOf = (resource) =>
  resource === 'tenancymaintenance' ? 'app' : /^(user|role|sms)(?!type)/.test(resource) ? 'sms' : 'admin';

function find(all, isWanted) {
  for (const each of all) if (isWanted(each)) return each;
  return undefined;
}

/** The required fields besides the key. A choice takes the last option that is not the key: a forward needs another user, and so does its copy. */
function othersOf({ key, fields }, options, record, at) {
  const others = { ...record };
  const needed = fields.filter(({ name, required, type }) => required && !key.includes(name) && type !== 'bool');
  needed.sort((one, other) => parents(one) - parents(other));
  for (const field of needed) {
    const choices = isChosen(field) && choicesOf(field, options, others);
    others[field.name] = choices
      ? (choices.findLast((each) => each !== record[key[0]]) ?? choices[0])
      : typed[field.type](at, field);
  }
  return others;
}
