import {
  anything,
  child,
  contextShape,
  dateTime,
  fields,
  flag,
  hexBinary,
  isMap,
  type JsonMap,
  listOf,
  number,
  objectId,
  oneOf,
  oneOrMore,
  openWord,
  type Report,
  type Rule,
  text,
  uniqueListOf,
  unitOfMeasure,
  uri,
  word,
  zoneOffset,
} from './check-shape.ts';
import {
  bizSteps,
  bizTransactionTypes,
  components,
  dispositions,
  errorReasons,
  partyTypes,
  sensorAlerts,
} from './vocabularies.ts';

/** The five event types of EPCIS 2.0. */
export const eventTypes = [
  'ObjectEvent',
  'AggregationEvent',
  'TransactionEvent',
  'TransformationEvent',
  'AssociationEvent',
] as const;
export type EventType = (typeof eventTypes)[number];

const disposition = word('disposition', dispositions);
const epcs = uniqueListOf(objectId);
const ilmd = fields({}, { extensible: true });
const place = fields({ id: uri }, { required: ['id'], extensible: true });

/** A quantity may be unknown; then it has no unit. */
const quantity: Rule = (value, pointer, report) => {
  fields({ epcClass: objectId, quantity: number, uom: unitOfMeasure }, { required: ['epcClass'] })(
    value,
    pointer,
    report,
  );
  if (isMap(value) && value['uom'] !== undefined && value['quantity'] === undefined)
    report.add(child(pointer, 'quantity'), 'is missing: a unit without a number has no meaning');
};
const quantities = listOf(quantity);

const deviceFields = {
  deviceID: uri,
  deviceMetadata: uri,
  rawData: uri,
  dataProcessingMethod: uri,
  bizRules: uri,
  time: dateTime,
};

const sensorReportFields = fields(
  {
    ...deviceFields,
    type: openWord('measurement type'),
    exception: word('sensor alert', sensorAlerts),
    microorganism: uri,
    chemicalSubstance: uri,
    value: number,
    component: word('component', components),
    stringValue: text,
    booleanValue: flag,
    hexBinaryValue: hexBinary,
    uriValue: uri,
    minValue: number,
    maxValue: number,
    meanValue: number,
    sDev: number,
    percRank: number,
    percValue: number,
    uom: text,
    coordinateReferenceSystem: uri,
  },
  { extensible: true },
);

/** A report measures something, or raises an alert. */
const sensorReport: Rule = (value, pointer, report) => {
  sensorReportFields(value, pointer, report);
  if (isMap(value) && value['type'] === undefined && value['exception'] === undefined)
    report.add(pointer, 'must have a type, or an exception');
};

const persistentDisposition: Rule = (value, pointer, report) => {
  const list = uniqueListOf(disposition, 1);
  fields({ set: list, unset: list })(value, pointer, report);
  if (isMap(value) && value['set'] === undefined && value['unset'] === undefined)
    report.add(pointer, 'must have set or unset');
};

const sensorElement = fields(
  {
    sensorMetadata: fields({ ...deviceFields, startTime: dateTime, endTime: dateTime }, { extensible: true }),
    sensorReport: listOf(sensorReport, 1),
  },
  { required: ['sensorReport'], extensible: true },
);

const errorDeclaration = fields(
  { declarationTime: dateTime, reason: word('error reason', errorReasons), correctiveEventIDs: listOf(uri) },
  { required: ['declarationTime'], extensible: true },
);

const party = (name: 'source' | 'destination') =>
  listOf(fields({ type: word('source and destination type', partyTypes), [name]: uri }, { required: ['type', name] }));

const bizTransactions = listOf(
  fields(
    { type: word('business transaction type', bizTransactionTypes), bizTransaction: uri },
    { required: ['bizTransaction'] },
  ),
);

/** Fields that every event may have. */
const common = {
  '@context': contextShape,
  type: anything,
  eventTime: dateTime,
  eventTimeZoneOffset: zoneOffset,
  recordTime: dateTime,
  eventID: uri,
  certificationInfo: oneOrMore(uri),
  errorDeclaration,
  bizStep: word('bizStep', bizSteps),
  disposition,
  persistentDisposition,
  readPoint: place,
  bizLocation: place,
  bizTransactionList: bizTransactions,
  sourceList: party('source'),
  destinationList: party('destination'),
  sensorElementList: listOf(sensorElement),
} satisfies Record<string, Rule>;

const action = oneOf('ADD', 'OBSERVE', 'DELETE');
const children = { parentID: objectId, childEPCs: epcs, childQuantityList: quantities };

/** The fields of each event type, and the combinations it requires. */
const shapes: Readonly<
  Record<EventType, { known: Record<string, Rule>; required: readonly string[]; together: Rule }>
> = {
  ObjectEvent: {
    known: { action, epcList: epcs, quantityList: quantities, ilmd },
    required: ['action'],
    together: (event, pointer, report) => {
      if (!isMap(event)) return;
      const sensorOnly = filled(event, 'sensorElementList') && event['readPoint'] !== undefined;
      if (event['epcList'] === undefined && !filled(event, 'quantityList') && !sensorOnly)
        report.add(pointer, 'must name its objects: epcList or quantityList, or sensorElementList with a readPoint');
      if (event['ilmd'] !== undefined && event['action'] !== 'ADD')
        report.add(
          child(pointer, 'ilmd'),
          'goes only with action ADD: master data is given where objects begin to exist',
        );
    },
  },
  AggregationEvent: { known: { action, ...children }, required: ['action'], together: requireContents },
  AssociationEvent: { known: { action, ...children }, required: ['action', 'parentID'], together: requireContents },
  TransactionEvent: {
    known: { action, parentID: objectId, epcList: epcs, quantityList: quantities },
    required: ['action', 'bizTransactionList'],
    together: (event, pointer, report) => {
      if (!isMap(event)) return;
      if (Array.isArray(event['bizTransactionList']) && event['bizTransactionList'].length === 0)
        report.add(child(pointer, 'bizTransactionList'), 'must have 1 or more entries');
      const isNamed =
        event['epcList'] !== undefined || filled(event, 'quantityList') || event['parentID'] !== undefined;
      if (!isNamed && event['action'] !== 'DELETE')
        report.add(pointer, 'must name its objects: epcList, quantityList or parentID');
    },
  },
  TransformationEvent: {
    known: {
      inputEPCList: epcs,
      inputQuantityList: quantities,
      outputEPCList: epcs,
      outputQuantityList: quantities,
      transformationID: uri,
      ilmd,
    },
    required: [],
    together: (event, pointer, report) => {
      if (!isMap(event)) return;
      const inputs = filled(event, 'inputEPCList') || filled(event, 'inputQuantityList');
      const outputs = filled(event, 'outputEPCList') || filled(event, 'outputQuantityList');
      if (inputs && outputs) return;
      if ((inputs || outputs) && event['transformationID'] !== undefined) return;
      report.add(pointer, 'must name inputs and outputs; with a transformationID one of them is enough');
    },
  },
};

/** Requires the parts when adding to or observing a whole. Emptying it need not name them. */
function requireContents(event: unknown, pointer: string, report: Report): void {
  if (!isMap(event)) return;
  const hasParts = event['childEPCs'] !== undefined || filled(event, 'childQuantityList');
  if (event['parentID'] === undefined && event['action'] !== 'OBSERVE')
    report.add(
      child(pointer, 'parentID'),
      `is missing: an event with action ${String(event['action'])} names the whole`,
    );
  if (!hasParts && event['action'] !== 'DELETE')
    report.add(
      pointer,
      'must name the parts: childEPCs or childQuantityList (only DELETE may leave them out, for all of them)',
    );
}

const filled = (event: JsonMap, name: string) => Array.isArray(event[name]) && event[name].length > 0;

/** Checks one event against EPCIS 2.0 and the limits of a block. */
export const anyEvent: Rule = (event, pointer, report) => {
  if (!isMap(event)) return report.add(pointer, 'must be an event, an object');
  const type = event['type'];
  const shape = eventTypes.includes(type as EventType) ? shapes[type as EventType] : undefined;
  if (shape === undefined) return report.add(child(pointer, 'type'), `must be one of ${eventTypes.join(', ')}`);
  const known = { ...common, ...shape.known };
  fields(known, { required: ['eventTime', 'eventTimeZoneOffset', ...shape.required], extensible: true })(
    event,
    pointer,
    report,
  );
  shape.together(event, pointer, report);
};
