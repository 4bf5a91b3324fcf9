const lookEveryMs = 500;

/**
 * Under `npm start`: when npm is killed so hard that it can pass nothing on, this process stops as at SIGTERM, instead of
 * running on where nobody sees it. Started in any other way it may outlive its parent, as `nohup` wants it.
 */
export const endWithNpm = (): void => {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  timer.unref();
};
