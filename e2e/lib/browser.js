import { chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

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
