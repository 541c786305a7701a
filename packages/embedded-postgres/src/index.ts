export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  endOrphan,
  findEmbeddedPostgres,
  type RunningPostgres,
  startEmbeddedPostgres,
} from './server.ts'
export { sharePostgres } from './share.ts'
