import type { TFunction } from 'i18next';

interface Device {
  browser: string;
  system: string;
}

/** Order matters: most browsers also include the names of others. */
const browsers: [RegExp, string][] = [
  [/EdgA?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).*Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/Windows NT/, 'Windows'],
  [/iPhone OS (\d+)/, 'iOS'],
  [/iPad.*OS (\d+)/, 'iPadOS'],
  [/Android (\d+)/, 'Android'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

function first(text: string, known: [RegExp, string][]) {
  for (const [pattern, name] of known) {
    const found = pattern.exec(text);
    if (found) return [name, found[1]].filter(Boolean).join(' ');
  }
  return '';
}

/** Browser and system from a user agent; a program names itself first, as in `curl/8.5`. */
export function deviceOf(userAgent: string): Device | null {
  const browser = first(userAgent, browsers);
  const program = /^(?!Mozilla)([\w-]+)\/(\d+)/.exec(userAgent);
  const name = browser || (program ? `${program[1]} ${program[2]}` : '');
  return name ? { browser: name, system: first(userAgent, systems) } : null;
}

/** The device in words, such as `Chrome 140 on Windows`. */
export function deviceText(t: TFunction, userAgent: string): string {
  const device = deviceOf(userAgent);
  if (!device) return t('ui.logs.deviceUnknown');
  return device.system ? t('ui.logs.device', { ...device }) : device.browser;
}
