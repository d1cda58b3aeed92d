type Group = {
  readonly name: string;
  readonly test: RegExp;
  /** Also includes the imports of the modules, unless an earlier group has them. True by default. */
  readonly includeDependenciesRecursively?: boolean;
};

const alternatives = (paths: string) => paths.trim().split(/\s+/).join('|').replaceAll('/', '\\/');
/** Matches the modules of `src/` at these paths, without their endings. */
const sources = (paths: string) => new RegExp(`\\/src\\/(${alternatives(paths)})\\.tsx?$`);

/**
 * Modules that are needed together, in one chunk instead of dozens. Each further chunk costs a page a share of the
 * browser's six connections, and adds its name to the list of all chunks in the first page. A group includes only
 * modules that no earlier one has. `node scripts/measure-pages.ts` shows the effect of a change of this list on every
 * page.
 */
export const chunkGroups: Group[] = [
  {
    name: 'first-page',
    // These are the words with which the addresses of pages are checked.
    test: sources(`
      app/web/routes/__root
      domains/billing/contract/subscription-words
      domains/developers/web/api/languages
      domains/participants/contract/participant-words domains/participants/web/participants/participants-search
      domains/payments/contract/statement-words
      domains/registry/contract/property-words
      domains/trace/contract/(actions|asset-words|lineage-words) domains/trace/web/asset/asset-search
      platform/web/ui/table/page-sizes`),
  },
  { name: 'landing', test: sources('app/web/landing/(landing|live-proof)') },
  {
    name: 'form-fields',
    test: sources('platform/web/ui/form/(control-class|field|text-field|textarea|select|day-input|file-drop)'),
  },
  {
    name: 'page-parts',
    test: sources(`
      domains/(trace|audit|ledger)/web/role-tasks
      domains/participants/web/passkeys/can-use-passkeys
      domains/trace/contract/handover-actions
      platform/web/(format-day|format-fraction|format-money|save-all-pages|unless-paused|use-media-query)
      platform/web/ui/(action/kbd|chart/stat|feedback/empty-state|feedback/progress-bar|value/key-value-list|value/read-at)
      platform/web/ui/layout/(card|fading-scrollbar|page-header|scrolling-row)
      platform/web/ui/overlay/use-focus-on-change
      platform/web/ui/timing/(use-debounced|use-expired)`),
  },
  {
    name: 'registry-words',
    test: sources(`
      domains/registry/web/(property-type|payments/(payment-words|pdf-link|describe-fees)|notices/notice-words)
      domains/payments/web/transaction/transaction-link
      platform/web/(dollars|save-file)`),
  },
  {
    name: 'table-icons',
    test: new RegExp(
      `\\/icons\\/(${alternatives(`
        arrow-(down|up) bell bookmark calendar chart-column chevron-(left|right) chevrons-up-down circle circle-check clock
        copy-plus download external-link eye eye-off file-text file-up history info key-round link-2 list-filter log-in mail map
        map-pin maximize minus octagon-alert pause pencil play plus printer refresh-cw rotate-ccw-clock search-x send shield-check
        sliders-horizontal sparkles store table trash trash-2 truck user-plus user-round wallet x`)})\\.m?js$`,
    ),
  },
  {
    name: 'goods',
    test: sources(`
      domains/ledger/contract/(corrections|validation) domains/ledger/web/(queries|use-verdict|validation/verdict-banner)
      domains/participants/contract/(participants|display-name)
      domains/trace/contract/(clock|dashboard|anomaly|assets|participant-activity|status-tones)
      domains/trace/web/(asset-cairn|asset-label|status-badge|anomaly-\\w+|activity-queries|actions|clock-select|event-time)
      domains/trace/web/(participant/activity-query|events/activity-list)`),
  },
  { name: 'bar-chart', test: sources('platform/web/ui/chart/bar-(chart|slots)') },
  {
    // Includes the panels of every dashboard, but not the list of domains, which it reads.
    name: 'dashboard',
    includeDependenciesRecursively: false,
    test: sources(`
      app/web/dashboard/(arrangement|dashboard|dashboard-(panels|stats|toolbar)|panels|panel-columns|period)
      domains/assistant/web/assistant-panel
      domains/observability/web/(health-panel|chain-health)
      domains/trace/web/dashboard/[\\w-]+`),
  },
  {
    // Overlays of a page.
    name: 'layers',
    includeDependenciesRecursively: false,
    test: /\/(@radix-ui\/react-(dialog|dismissable-layer|focus-(scope|guards)|id|portal|presence|use-size)|react-remove-scroll(-bar)?|use-(callback-ref|sidecar)|aria-hidden|tslib|ui\/overlay\/(adopted-style|dialog|use-escape|use-focus-return)\.)/,
  },
  {
    // Every page of an account checks whether an invoice is due.
    name: 'unpaid',
    includeDependenciesRecursively: false,
    test: sources(`
      domains/billing/contract/\\w+ domains/billing/web/(queries|notice/(account-notices|read-only-notice|started-trial|trial-notice|unpaid))
      platform/contract/(countries|public-text|explain-issue|misleading-text)`),
  },
];
