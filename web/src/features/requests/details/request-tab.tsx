import { useId, useState } from 'react';
import { useFormats } from '@/lib/formats';
import type { DocRequest } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import { useTranslation } from '@/lib/wording';
import { useNames } from '../data/use-choices';
import { useAddress } from '../data/use-list';
import { owingOf } from '../model/owing';
import { Counts, Facts } from '../overview/overview';
import { PartyCard } from '../overview/party-card';
import { FactList } from '../shared/fact-list';
import classes from './details.module.css';
import { RemarkThread } from './review/remarks';

/** Customer, parties and settings, as entered when the request was made. */
export default function RequestTab({ request, screen }: { request: DocRequest; screen: ScreenInfo }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  return (
    <>
      <Counts request={request} />
      <section className={`${classes.box} p-20 phone-p-16 card`}>
        <h2 className="m-0 mb-16 text-15 strong">{t('ui.requests.customer')}</h2>
        <Customer request={request} />
      </section>
      <div className="m-0 mt-16 mb-16 column gap-16">
        {owingOf(request).map((owing) => (
          <PartyCard
            key={owing.party.partySeqNo}
            owing={owing}
            request={request}
            screenId={screen.screenCode}
            details={undefined}
          />
        ))}
      </div>
      <div className={`${classes.halves} pair align-top mb-16 gap-16`}>
        <Facts request={request} />
        <section className={`${classes.box} p-20 phone-p-16 card`}>
          <h2 className="m-0 mb-16 text-15 strong">{t('ui.requests.notification.title')}</h2>
          <Notification request={request} />
        </section>
      </div>
      <section className={`${classes.box} p-20 phone-p-16 card`} aria-labelledby={id}>
        <h2 id={id} className="m-0 mb-16 text-15 strong">
          {t('ui.requests.remarks.whole')}
        </h2>
        <RemarkThread
          request={request}
          screenId={screen.screenCode}
          documentNo={0}
          mayWrite={screen.actions.includes('edit')}
          typed={typed}
          onTyped={setTyped}
        />
      </section>
    </>
  );
}

function Customer({ request }: { request: DocRequest }) {
  const type = useNames('customertypedefinition', 'customerTypeCode', [request.customerType]);
  const category = useNames('customercategory', 'customerCategoryCode', [request.customerCategory]);
  const indicator = useNames('customerindicatordefinition', 'customerIndicatorCode', [
    request.customerIndicator,
  ]);
  const industry = useNames('industrymaster', 'industryCode', [request.customerIndustry]);
  const wanted = useNames('categorydefinition', 'categoryCode', [request.requestCategory]);
  const closer = useNames('subcategorydefinition', 'subCategoryCode', [request.requestSubCategory]);
  const purpose = useNames('requestpurposedefinition', 'requestPurposeCode', [request.requestPurpose]);
  return (
    <FactList
      wide
      facts={[
        ['customerName', request.customerName],
        ['customerReference', request.customerReference],
        ['customerType', type(request.customerType)],
        ['customerCategory', request.customerCategory && category(request.customerCategory)],
        ['customerIndicator', indicator(request.customerIndicator)],
        ['customerIndustry', industry(request.customerIndustry)],
        ['requestCategory', wanted(request.requestCategory)],
        ['requestSubCategory', closer(request.requestSubCategory)],
        ['requestPurpose', purpose(request.requestPurpose)],
        ['primaryMobile', request.primaryMobile],
        ['alternateMobile', request.alternateMobile],
        ['emailAddress', request.emailAddress],
        ['address', useAddress(request)],
        ['userReference', request.userReference],
        ['referredBy', request.referredBy],
      ]}
    />
  );
}

function Notification({ request: { notification } }: { request: DocRequest }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (!notification) return null;
  const yes = (is: boolean) => t(is ? 'option.yes' : 'option.no');
  const rows: [string, string][] = [
    ['recurringReminderDays', number(notification.recurringReminderDays)],
    ['reminderDaysBeforeExpiry', number(notification.reminderDaysBeforeExpiry)],
    ['reminderOnExpiryDate', yes(notification.reminderOnExpiryDate)],
    ['notifyAllParties', yes(notification.notifyAllParties)],
    ['notifyAuthorisedParties', yes(notification.notifyAuthorisedParties)],
    ['statusChangeTo', t(`ui.requests.notification.to.${notification.statusChangeTo}`)],
  ];
  return <FactList facts={rows} />;
}
