import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activity, idleSeconds, watchIdle } from '.';

const onIdle = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  onIdle.mockClear();
  stop = watchIdle(onIdle);
});
afterEach(() => stop());

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

test('ends after 420 quiet seconds, once, and not a second earlier', () => {
  expect(idleSeconds).toBe(420);
  pass(419);
  expect(onIdle).not.toHaveBeenCalled();
  pass(1);
  expect(onIdle).toHaveBeenCalledOnce();
  pass(1000);
  expect(onIdle).toHaveBeenCalledOnce();
});

test('counts exactly six events as activity', () => {
  expect([...activity].sort()).toEqual(['click', 'keyup', 'mousemove', 'resize', 'scroll', 'wheel']);
});

test.each(activity)('a %s starts the count again', (name) => {
  pass(400);
  window.dispatchEvent(new Event(name));
  pass(419);
  expect(onIdle).not.toHaveBeenCalled();
  pass(1);
  expect(onIdle).toHaveBeenCalledOnce();
});

test.each(['keydown', 'mousedown', 'touchstart', 'focus', 'visibilitychange'])('a %s does not', (name) => {
  pass(400);
  window.dispatchEvent(new Event(name));
  pass(20);
  expect(onIdle).toHaveBeenCalledOnce();
});

test('hears a scroll inside an element, which does not bubble', () => {
  const list = document.body.appendChild(document.createElement('div'));
  pass(400);
  list.dispatchEvent(new Event('scroll'));
  pass(100);
  expect(onIdle).not.toHaveBeenCalled();
});

test('the last minute is announced with its end, and taken back by activity here or in another tab', () => {
  const onWarn = vi.fn();
  let elsewhere: (at: number) => void = () => undefined;
  stop();
  const began = Date.now();
  stop = watchIdle(onIdle, {
    onWarn,
    hearElsewhere: (act) => {
      elsewhere = act;
      return () => undefined;
    },
  });
  pass(359);
  expect(onWarn).not.toHaveBeenCalled();
  pass(1);
  expect(onWarn.mock.calls).toEqual([[began + 420_000]]);
  window.dispatchEvent(new Event('click'));
  expect(onWarn).toHaveBeenLastCalledWith(0);
  pass(400);
  elsewhere(Date.now());
  expect(onWarn).toHaveBeenLastCalledWith(0);
  pass(419);
  expect(onIdle).not.toHaveBeenCalled();
  pass(1);
  expect(onIdle).toHaveBeenCalledOnce();
  expect(onWarn).toHaveBeenLastCalledWith(0);
});

test('the first move after a long sleep does not revive the session', () => {
  vi.setSystemTime(Date.now() + 3_600_000);
  window.dispatchEvent(new Event('mousemove'));
  expect(onIdle).toHaveBeenCalledOnce();
});
