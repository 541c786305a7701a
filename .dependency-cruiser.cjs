// The boundaries between the parts of the product. ARCHITECTURE.md explains them.

const testFile = '(\\.test\\.tsx?$|^apps/api/test/|^e2e/|^bench/)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'Both sides run the contract. It can only import zod and date-fns.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: testFile },
      to: { pathNot: ['^packages/contract/src/', '(^|/)node_modules/(zod|date-fns)/'] },
    },
    {
      name: 'embedded-postgres-stands-alone',
      comment: 'The package runs a PostgreSQL server for any program. It must not import anything of this product.',
      severity: 'error',
      from: { path: '^packages/embedded-postgres/' },
      to: { path: '^(apps|packages|scripts|e2e|bench)/', pathNot: '^packages/embedded-postgres/' },
    },
    {
      name: 'web-never-imports-api',
      comment: 'Code that both need belongs in the contract.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/api/' },
    },
    {
      name: 'api-never-imports-web',
      comment: 'The server can use the built files of the web app, but not its sources.',
      severity: 'error',
      from: { path: '^apps/api/' },
      to: { path: '^apps/web/(src|vite)/' },
    },
    {
      name: 'features-by-their-index',
      comment: 'A feature can import another one only through its index.',
      severity: 'error',
      from: { path: '^apps/(api|web)/src/features/([^/]+)/' },
      to: {
        path: '^apps/$1/src/features/([^/]+)/',
        pathNot: ['^apps/$1/src/features/$2/', '^apps/$1/src/features/[^/]+/index\\.tsx?$'],
      },
    },
    {
      name: 'server-features-by-their-index',
      comment: 'The code that assembles the server imports features through their index, as other features do.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: '^apps/api/src/features/' },
      to: { path: '^apps/api/src/features/', pathNot: '^apps/api/src/features/[^/]+/index\\.ts$' },
    },
    {
      name: 'platform-below-http',
      comment: 'Jobs and commands use the platform, but have no request.',
      severity: 'error',
      from: { path: '^apps/api/src/platform/' },
      to: { path: '^apps/api/src/http/' },
    },
    {
      name: 'platform-and-ui-below-features',
      comment: 'Lower layers must not import from the layers above them.',
      severity: 'error',
      from: { path: '^apps/(api|web)/src/(platform|http|ui)/' },
      to: { path: '^apps/$1/src/features/' },
    },
    {
      name: 'rules-are-pure',
      comment: 'rules.ts can only import the contract and other rules: no database, no clock, no library.',
      severity: 'error',
      from: { path: '(^|/|\\.)rules\\.ts$' },
      to: { pathNot: ['^packages/contract/src/', '(^|/|\\.)rules\\.ts$'] },
    },
    {
      name: 'kysely-in-stores-only',
      comment: 'SQL belongs in store.ts files (or name.store.ts) and in platform/db.',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: ['(^|/|\\.)(store|sql)\\.ts$', '^apps/api/src/platform/db/(db|generated)\\.ts$', testFile],
      },
      to: { path: '(^|/)node_modules/kysely/' },
    },
    {
      name: 'no-cycles',
      comment: 'Two modules that depend on each other should be one module, or share a third one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'web-features-import-one-way',
      comment:
        'Two features of the web app that import each other are one feature, or share a part that belongs in ui.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/web/src/features/[^/]+$' },
      to: { circular: true, path: '^apps/web/src/features/[^/]+$' },
    },
    {
      name: 'no-unresolvable',
      comment: 'An unresolved import escapes every other rule.',
      severity: 'error',
      from: {},
      // Vite resolves these: a virtual module, and a file imported by its address.
      to: { couldNotResolve: true, pathNot: '^virtual:|[?]url$' },
    },
  ],
  options: {
    // TypeScript 7 has no parser for other tools. This one also sees type imports.
    parser: 'swc',
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^apps/web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
  },
}
