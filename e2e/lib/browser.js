import { chromium } from 'playwright-core';

/** The browser without windows of its own around the page: two thirds of the work. */
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** As root and without a screen; nothing that calls home. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launch = () => chromium.launch({ executablePath, args: flags });

export const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  },
};

/** Without motion nothing has to be waited for. */
export const setting = (device) => ({
  ...devices[device],
  locale: 'en-GB',
  timezoneId: 'Asia/Kolkata',
  reducedMotion: 'reduce',
});
