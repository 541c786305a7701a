export { type CopyTarget, copyCluster, placeCluster } from './copy.ts'
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  endOrphan,
  findEmbeddedPostgres,
  type RunningPostgres,
  startEmbeddedPostgres,
} from './server.ts'
export { sharePostgres } from './share.ts'
