import { describe, expect, test } from 'vitest';
import { isNarrowed, readState, writeState } from '@/components/list';
import { isDate } from '@/lib/days';
import { deviceOf } from '@/lib/device';
import { linesOf, readMessage } from './message';
import { addressOf, dayEnd, dayStart, lastDays, narrowing } from './state';

describe('the state in the address', () => {
  const address = addressOf(['userId', 'resource']);
  test('is read back as it was written', () => {
    const state = readState({ page: '3', size: '50', from: '2026-11-01', userId: 'ADMIN', x: '1' }, address);
    expect(state).toEqual({
      page: 3,
      size: 50,
      sort: '',
      q: '',
      filters: { from: '2026-11-01', userId: 'ADMIN' },
      open: '',
      key: '',
    });
    expect(readState(writeState(state, address), address)).toEqual(state);
  });
  test('nonsense is left out', () => {
    const state = readState({ page: '-1', size: '7', from: 'yesterday', to: '2026-13-40' }, address);
    expect(writeState(state, address)).toEqual({});
    expect(isNarrowed(state)).toBe(false);
  });
  test('a day is asked for from its first to its last moment here', () => {
    const state = readState({ from: '2026-11-01', to: '2026-11-02', userId: 'ADMIN' }, address);
    expect(narrowing(state)).toEqual({ from: dayStart('2026-11-01'), to: dayEnd('2026-11-02'), userId: 'ADMIN' });
    expect(Date.parse(dayEnd('2026-11-02')) - Date.parse(dayStart('2026-11-01'))).toBe(2 * 86_400_000 - 1);
  });
  test('a period of seven days ends today', () => {
    expect(lastDays(7, new Date(2026, 2, 3))).toEqual(['2026-02-25', '2026-03-03']);
    expect(isDate('2026-02-25')).toBe(true);
  });
});

test('entries of the same moment are told apart', () => {
  const lines = linesOf([{ at: 'x' }, { at: 'x' }, { at: 'y' }], 'at');
  expect(lines.map(({ id }) => id)).toEqual(['x', 'x~1', 'y']);
});

describe('an audit message', () => {
  test('of a new record lists what it was made with', () => {
    const { kind, changes } = readMessage('{"record":{"code":"A","empty":null,"passwordSet":true,"keySet":false}}');
    expect(kind).toBe('created');
    expect(changes).toEqual([
      { field: 'code', before: null, after: 'A', hidden: false },
      { field: 'password', before: null, after: null, hidden: true },
    ]);
  });
  test('of a change has both values, and no secret', () => {
    const { kind, changes } = readMessage('{"changed":{"city":["Chennai","Madurai"],"password":"changed"}}');
    expect(kind).toBe('changed');
    expect(changes).toEqual([
      { field: 'city', before: 'Chennai', after: 'Madurai', hidden: false },
      { field: 'password', before: null, after: null, hidden: true },
    ]);
  });
  test('of a deletion lists what was there', () => {
    const { kind, changes } = readMessage('{"was":{"code":"A"}}');
    expect([kind, changes[0]]).toEqual(['deleted', { field: 'code', before: 'A', after: null, hidden: false }]);
  });
  test('keeps notes, and a text that is no JSON', () => {
    expect(readMessage('{"what":"a log was asked for"}').notes).toEqual([['what', 'a log was asked for']]);
    expect(readMessage('{"record":{"a":1},"by":"import"}').notes).toEqual([['by', 'import']]);
    const meeting = '{"more":{"meetingId":"m1","subject":"Originals","people":["Meena","Ravi"],"odd":{}}}';
    expect(readMessage(meeting).notes).toEqual([
      ['subject', 'Originals'],
      ['people', 'Meena, Ravi'],
    ]);
    expect(readMessage('not json').notes).toEqual([['', 'not json']]);
    for (const nothing of [null, 'null', '{}']) expect(readMessage(nothing).notes).toEqual([]);
  });
});

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36 Edg/141.0', 'Edge 141', 'Windows'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/141.0.0.0 Safari/537.36', 'Chrome 141', 'Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140', 'Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) ${apple} Version/18.4 Safari/604.1`, 'Safari 18', 'iOS 18'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.0 Safari/605.1.15`, 'Safari 18', 'macOS'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/141.0 Mobile Safari/537.36', 'Chrome 141', 'Android 15'],
  ['Mozilla/5.0 (Linux; Android 14) SamsungBrowser/27.0 Chrome/125 Safari/537.36', 'Samsung Internet 27', 'Android 14'],
  ['curl/8.5.0', 'curl 8', ''],
])('%s', (text, browser, system) => {
  expect(deviceOf(text)).toEqual({ browser, system });
});

test('a device that names nothing known is unknown', () => {
  expect(deviceOf('Mozilla/5.0 something')).toBeNull();
  expect(deviceOf('')).toBeNull();
});
