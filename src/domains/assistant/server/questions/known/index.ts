import { activityAsPeopleSayIt } from './activity-as-people-say-it.ts';
import { activityInOtherWords } from './activity-in-other-words.ts';
import { cityAsPeopleSayIt } from './city-as-people-say-it.ts';
import { cityInOtherWords } from './city-in-other-words.ts';
import { cityMarketAndPlans } from './city-market-and-plans.ts';
import { combinedConditions } from './combined-conditions.ts';
import { conversations } from './conversations.ts';
import { countingAssets } from './counting-assets.ts';
import { datesAndPeopleOfAnAsset } from './dates-and-people-of-an-asset.ts';
import { eventsAndPeriods } from './events-and-periods.ts';
import { everydayWording } from './everyday-wording.ts';
import { goodsAsPeopleSayIt } from './goods-as-people-say-it.ts';
import { goodsInOtherWords } from './goods-in-other-words.ts';
import { helpAsPeopleSayIt } from './help-as-people-say-it.ts';
import { helpInOtherWords } from './help-in-other-words.ts';
import { howTo } from './how-to.ts';
import { ledger } from './ledger.ts';
import { listingAssets } from './listing-assets.ts';
import { marketAndBilling } from './market-and-billing.ts';
import { metadataLineageRecall } from './metadata-lineage-recall.ts';
import { mine } from './mine.ts';
import { participants } from './participants.ts';
import { propertyRegistry } from './property-registry.ts';
import { proposals } from './proposals.ts';
import { requestsAndRefusals } from './requests-and-refusals.ts';
import { setsAndFollowUps } from './sets-and-follow-ups.ts';
import { stateOfAnAsset } from './state-of-an-asset.ts';
import { unprepared } from './unprepared.ts';
import { withoutAnAnswer } from './without-an-answer.ts';
import { wordingsOfAllKinds } from './wordings-of-all-kinds.ts';
import { wordingsOfTheCity } from './wordings-of-the-city.ts';

/** Questions that may be used to develop the engine, by topic. */
export const known = {
  'activity as people say it': activityAsPeopleSayIt,
  'city as people say it': cityAsPeopleSayIt,
  'goods as people say it': goodsAsPeopleSayIt,
  'help as people say it': helpAsPeopleSayIt,
  'activity in other words': activityInOtherWords,
  'city in other words': cityInOtherWords,
  'goods in other words': goodsInOtherWords,
  'help in other words': helpInOtherWords,
  'city market and plans': cityMarketAndPlans,
  'combined conditions': combinedConditions,
  conversations: conversations,
  'counting assets': countingAssets,
  'dates and people of an asset': datesAndPeopleOfAnAsset,
  'events and periods': eventsAndPeriods,
  'everyday wording': everydayWording,
  'how to': howTo,
  ledger: ledger,
  'listing assets': listingAssets,
  'market and billing': marketAndBilling,
  'metadata lineage recall': metadataLineageRecall,
  mine: mine,
  participants: participants,
  'property registry': propertyRegistry,
  proposals: proposals,
  'requests and refusals': requestsAndRefusals,
  'sets and follow-ups': setsAndFollowUps,
  'state of an asset': stateOfAnAsset,
  unprepared,
  'without an answer': withoutAnAnswer,
  'wordings of all kinds': wordingsOfAllKinds,
  'wordings of the city': wordingsOfTheCity,
};
