export { countedMetrics, metricsOf, readAlerts } from './alerts.ts';
export { chartPath, readChartFile, repositoryFolder } from './chart-folder.ts';
