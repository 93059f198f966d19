import { expect, it } from 'vitest';
import { leanProperties } from '../../build/mac-properties.js';

it.each([
  'NSCameraUsageDescription',
  'NSMicrophoneUsageDescription',
  'NSAudioCaptureUsageDescription',
  'NSBluetoothAlwaysUsageDescription',
  'NSBluetoothPeripheralUsageDescription',
  'NSSomethingOfAYearToComeUsageDescription',
])('An app that never asks for it gives no reason to: %s', (key) => {
  expect(leanProperties({ [key]: 'This app needs access', CFBundleName: 'Tranship' })).toEqual({
    CFBundleName: 'Tranship',
  });
});

it('Connections without encryption are not asked for', () => {
  const loose = { NSAllowsArbitraryLoads: true, NSExceptionDomains: { localhost: {} } };
  expect(leanProperties({ NSAppTransportSecurity: loose })).toEqual({});
});

it('The reason for the local network stays', () => {
  const properties = { NSLocalNetworkUsageDescription: 'The proxy', LSEnvironment: { MallocNanoZone: '0' } };
  expect(leanProperties(properties)).toEqual(properties);
});
