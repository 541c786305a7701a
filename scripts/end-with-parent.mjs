// Preloaded into programs that scripts/run.mjs starts. When the parent is gone for any reason, the program ends as if
// asked to.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
