import type { DocRequest, Party, RequestDocument, RequestRow, Version } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import { anAuth, aScreen } from './auth';
import * as samples from './doc-requests';

export const aRow = (patch: Partial<RequestRow> = {}): RequestRow => ({
  ...samples.aRow(),
  txnRefNo: 'N2611150000011',
  txnId: 't1',
  customerReference: 'C-77',
  transactionStatus: 'Pending',
  latestActionOn: '2026-11-14T08:00:00.000Z',
  createdOn: '2026-11-13T08:00:00.000Z',
  updatedOn: '2026-11-14T08:00:00.000Z',
  sentOn: '2026-11-13T09:00:00.000Z',
  documentDueDate: '2099-01-10',
  expiresOn: '2099-02-01',
  documentsRequested: 4,
  documentsAccepted: 1,
  documentsPending: 2,
  documentsRejected: 1,
  customerName: 'Meena Subramaniam',
  customerIndustry: 'RETAIL',
  requestCategory: 'HOME',
  requestSubCategory: 'NEW',
  requestPurpose: 'LOAN',
  primaryMobile: '+919840000001',
  address1: '12 Lake Road',
  address3: 'South',
  allowed: ['edit', 'extend', 'cancel', 'forward', 'clone'],
  ...patch,
});

export const aVersion = (patch: Partial<Version> = {}): Version => ({
  ...samples.aVersion(),
  uploadedOn: '2026-11-14T08:00:00.000Z',
  files: [samples.aFile({ size: 20_480, pages: 2, sha256: 'ab' })],
  ...patch,
});

export const aDocument = (patch: Partial<RequestDocument> = {}): RequestDocument => ({
  ...samples.aDocument(),
  documentCategory: 'IDENTITY',
  documentTypes: 'pdf,png',
  status: 'Uploaded',
  versions: [aVersion()],
  allowed: ['accept', 'reject', 'remark'],
  ...patch,
});

export const aParty = (patch: Partial<Party> = {}): Party => ({
  ...samples.aParty(),
  lastName: 'Subramaniam',
  mobileNumber: '+919840000001',
  authorizeOtherPty: false,
  smsNotification: false,
  documents: [aDocument()],
  ...patch,
});

export const aRequest = (patch: Partial<DocRequest> = {}): DocRequest => ({
  ...aRow(),
  parties: [aParty()],
  notification: { ...samples.notification, notifyAllParties: true },
  ...patch,
});

export const aWorkScreen = (screenCode: string, path: string, patch: Partial<ScreenInfo> = {}) =>
  aScreen({ screenCode, path, kind: 'rich', resource: 'docrequest', ...patch });

/** A user with all request screens. */
export const aBanker = (patch: Parameters<typeof anAuth>[0] = {}) =>
  anAuth({
    userId: 'BANKER1',
    businessActions: ['send', 'approve', 'decline', 'forward', 'extend', 'cancel', 'export'],
    screens: [
      aWorkScreen('SD-BNK-001', '/requestor/doc-request/Create'),
      aWorkScreen('SD-EDU-001', '/requestor/edu-doc-request/Create'),
      aWorkScreen('SD-BNK-002', '/requestor/requested-docs'),
      aWorkScreen('SD-BNK-004', '/requestor/overview/:txnRefNo'),
      aWorkScreen('SD-BNK-005', '/requestor/view-requests'),
      aWorkScreen('SD-BNK-006', '/requestor/transactions'),
      aWorkScreen('SD-BNK-007', '/requestor/transactions/:txnRefNo'),
    ],
    ...patch,
  });
