export type PortalPage = 'login' | 'requests' | 'profile';

const pages: Record<string, PortalPage> = {
  '/provider': 'login',
  '/provider/login': 'login',
  '/provider/requests': 'requests',
  '/provider/profile': 'profile',
};

export const pageAt = (path: string): PortalPage | undefined => pages[path.replace(/\/$/, '')];
