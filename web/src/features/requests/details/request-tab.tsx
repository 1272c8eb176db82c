import { Box, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useFormats } from '@/lib/formats';
import type { DocRequest } from '@/lib/requests';
import type { ScreenInfo } from '@/lib/session';
import looks from '@/lib/theme/looks.module.css';
import { useTranslation } from '@/lib/wording';
import { useNames } from '../data/use-choices';
import { useAddress } from '../data/use-list';
import { nameOf } from '../model/owing';
import { Activity } from '../overview/activity';
import { FactList } from '../shared/fact-list';
import classes from './details.module.css';
import { RemarkThread } from './review/remarks';

/** The customer and the settings as entered, and the remarks on the whole request. */
export default function RequestTab({ request, screen }: { request: DocRequest; screen: ScreenInfo }) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  return (
    <>
      <Box component="section" className={`${classes.box} ${looks.card}`} p={{ base: 16, sm: 20 }}>
        <Text component="h2" mb={16} fz="lg" fw={600}>
          {t('ui.requests.customer')}
        </Text>
        <Customer request={request} />
      </Box>
      {request.sentOn && (
        <Box component="section" className={`${classes.box} ${looks.card}`} mt={16} py={{ base: 16, sm: 20 }}>
          <Text component="h2" mb={16} px={20} fz="lg" fw={600}>
            {t('ui.requests.activity.title')}
          </Text>
          {request.parties.map((party) => (
            <Box key={party.partySeqNo} mb={8}>
              <Text px={20} fw={500} inherit>
                {nameOf(party)}
              </Text>
              <Activity party={party} documents={party.documents} request={request} screenId={screen.screenCode} />
            </Box>
          ))}
        </Box>
      )}
      <Box className={classes.halves} mt={16}>
        <Box component="section" className={`${classes.box} ${looks.card}`} p={{ base: 16, sm: 20 }}>
          <Text component="h2" mb={16} fz="lg" fw={600}>
            {t('ui.requests.notification.title')}
          </Text>
          <Notification request={request} />
        </Box>
        <Box
          component="section"
          className={`${classes.box} ${looks.card}`}
          p={{ base: 16, sm: 20 }}
          aria-labelledby={id}
        >
          <Text id={id} component="h2" mb={16} fz="lg" fw={600}>
            {t('ui.requests.remarks.whole')}
          </Text>
          <RemarkThread
            request={request}
            screenId={screen.screenCode}
            documentNo={0}
            mayWrite={screen.actions.includes('edit')}
            typed={typed}
            onTyped={setTyped}
          />
        </Box>
      </Box>
    </>
  );
}

function Customer({ request }: { request: DocRequest }) {
  const type = useNames('customertypedefinition', 'customerTypeCode', [request.customerType]);
  const category = useNames('customercategory', 'customerCategoryCode', [request.customerCategory]);
  const indicator = useNames('customerindicatordefinition', 'customerIndicatorCode', [request.customerIndicator]);
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
