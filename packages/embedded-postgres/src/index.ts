export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  endOrphan,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from './server.ts'
