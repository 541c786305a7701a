// Loaded before a program that scripts/run.mjs starts: when that one is gone, however it went, the program ends as if asked to.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
