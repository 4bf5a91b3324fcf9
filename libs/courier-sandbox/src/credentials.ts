/** What the sandbox accepts, per courier: well-known values for tests, `fk_test_` keys and the embedded default. Secrets of nobody. */
export const sandboxCredentials = {
  delhivery: { token: 'sandbox-delhivery-token' },
  bluedart: {
    clientId: 'sandbox-bluedart-client',
    clientSecret: 'sandbox-bluedart-secret',
    loginId: 'SBX00001',
    licenceKey: 'sandbox-bluedart-licence-key',
    customerCode: '940111',
    originArea: 'DEL',
  },
  ekart: { clientId: 'EKART_SANDBOX', username: 'sandbox-ekart-user', password: 'sandbox-ekart-password' },
  shadowfax: { token: 'sandbox-shadowfax-token' },
  xpressbees: { email: 'sandbox@xpressbees.invalid', password: 'sandbox-xpressbees-password' },
  dtdc: {
    apiKey: 'sandbox-dtdc-api-key',
    customerCode: 'SBX001',
    trackingUsername: 'SBX001_trk_json',
    trackingPassword: 'sandbox-dtdc-tracking-password',
    ndrUsername: 'sandbox-dtdc-ndr',
    ndrPassword: 'sandbox-dtdc-ndr-password',
  },
  amazon: {
    clientId: 'amzn1.application-oa2-client.sandbox',
    clientSecret: 'sandbox-amazon-secret',
    refreshToken: 'Atzr|sandbox-refresh-token',
  },
  indiapost: {
    username: 'sandbox-indiapost-user',
    password: 'sandbox-indiapost-password',
    customerId: '3000000001',
    contractId: '40000001',
  },
} as const;

/** The token that the sandbox sends with its pushes unless it is told another, and the header it travels in. */
export const sandboxPushToken = 'sandbox-push-token';
export const sandboxPushTokenHeader = 'x-courier-token';
