export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  endOrphan,
  findEmbeddedPostgres,
  type RunningPostgres,
  startEmbeddedPostgres,
} from './server.ts'
