import { chromium } from '@playwright/test';

/** The headless shell: about two thirds of the work of the full browser. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** Runs as root and without a display; no background network calls. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchOptions = { executablePath, args: flags };
export const launch = () => chromium.launch(launchOptions);

export const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

/** Without motion there is nothing to wait for. */
export const setting = (device) => ({
  ...devices[device],
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
  reducedMotion: 'reduce',
});
